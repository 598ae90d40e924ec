import { call } from '../../../../api/client.ts';

/** The reasons why a file can't be used, which the panel says in words. */
export type ImageProblem = 'notAnImage' | 'tooLarge' | 'notSent';

export class ImageError extends Error {
  readonly problem: ImageProblem;

  constructor(problem: ImageProblem) {
    super(problem);
    this.problem = problem;
  }
}

const bytesMax = 1_048_576;
/** The longest side of what is sent, in pixels: enough for a sharp cover on a large screen. */
const pixelsMax = 2000;
const types = ['image/png', 'image/jpeg', 'image/webp'] as const;
type ImageType = (typeof types)[number];

const isOfType = (type: string): type is ImageType => types.some(each => each === type);

/** Uploads an image of a form. Returns its ID. */
export async function uploadImage(formId: string, file: Blob): Promise<string> {
  const image = await prepared(file);
  const contentType = image.type;
  if (!isOfType(contentType)) throw new ImageError('notAnImage');
  const body = { contentType, size: image.size };
  const { imageId, uploadUrl, method, headers } = await call('POST /forms/{id}/images', {
    params: { id: formId },
    body,
  });
  const sent = await fetch(uploadUrl, { method, headers, body: image }).catch(() => undefined);
  if (!sent?.ok) throw new ImageError('notSent');
  await call('POST /forms/{id}/images/{imageId}', { params: { id: formId, imageId } });
  return imageId;
}

/**
 * Returns an image as it is sent. Photos are drawn again, which removes where they were taken, and so is whatever is
 * too large.
 */
async function prepared(file: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  if (!bitmap) throw new ImageError('notAnImage');
  const scale = Math.min(1, pixelsMax / Math.max(bitmap.width, bitmap.height));
  const isFine = scale === 1 && file.size <= bytesMax && (file.type === 'image/png' || file.type === 'image/webp');
  if (isFine) return file;
  const drawn = await redrawn(bitmap, scale, file.type === 'image/jpeg' ? 'image/jpeg' : 'image/webp');
  if (drawn.size > bytesMax) throw new ImageError('tooLarge');
  return drawn;
}

function redrawn(bitmap: ImageBitmap, scale: number, type: ImageType): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  // A browser that can't write this type writes a PNG.
  return new Promise((resolve, reject) =>
    canvas.toBlob(blob => (blob ? resolve(blob) : reject(new ImageError('notAnImage'))), type, 0.85),
  );
}
