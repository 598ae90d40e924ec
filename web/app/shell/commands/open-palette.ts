type Open = (formPage?: string) => void;

let open: Open = () => {};

/** Opens the command palette. With the name of a page, it finds only forms, and opens that page of one. */
export const openPalette: Open = formPage => open(formPage);

/** Sets what opens the command palette. */
export const setPalette = (next: Open): void => {
  open = next;
};
