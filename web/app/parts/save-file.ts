/** Downloads a file to the browser's downloads folder. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The address must stay until the download has begun.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
