type Leave = () => unknown;

/** Asks before the user leaves the page. Undefined if nothing would be lost. */
let ask: ((leave: Leave) => unknown) | undefined;

export const askBefore = (next: typeof ask): void => {
  ask = next;
};

export const isHeld = (): boolean => ask !== undefined;

/** Leaves the page. Asks first if something on it is not saved. */
export const leavePage = (leave: Leave): unknown => (ask ? ask(leave) : leave());
