type Leave = () => unknown;

/** Asks before the page is left; undefined where nothing would be lost by it. */
let ask: ((leave: Leave) => unknown) | undefined;

export const askBefore = (next: typeof ask): void => {
  ask = next;
};

export const isHeld = (): boolean => ask !== undefined;

/** Leaves the page, once that is agreed to where something on it is not saved. */
export const leavePage = (leave: Leave): unknown => (ask ? ask(leave) : leave());
