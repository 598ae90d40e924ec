/** The parts of the form's view that the history uses. */
type StepsView = {
  step: number;
  readonly previous: number | undefined;
  readonly goTo: (step: number) => void;
  readonly back: () => void;
  readonly reveal: () => void;
};

type StepEntry = { readonly step: number; readonly from?: number | undefined };

/** The state of a browser history entry: that of the page's own router, plus the steps of forms. */
type State = { readonly formline?: Readonly<Record<string, StepEntry>> } | null;

/** Lets the browser's Back and Forward buttons go through the steps of a form, even after a reload. */
export function stepsHistory(formId: string, view: StepsView) {
  const entry = (): StepEntry | undefined => (history.state as State)?.formline?.[formId];
  const stateWith = (step: StepEntry) => ({
    ...history.state,
    formline: { ...(history.state as State)?.formline, [formId]: step },
  });
  let isTravelling = false;
  const travel = (): void => {
    const to = entry();
    if (!to) return;
    isTravelling = true;
    view.goTo(to.step);
    isTravelling = false;
    history.scrollRestoration = 'auto';
    requestAnimationFrame(() => view.reveal());
  };
  const known = entry();
  if (known) view.step = known.step;
  else history.replaceState(stateWith({ step: view.step }), '');
  addEventListener('popstate', travel);
  return {
    /** Notes that the visitor went to another step. */
    note: (): void => {
      if (isTravelling) return;
      // The browser would restore the scroll position of the button. The visitor should see the top of the step.
      history.scrollRestoration = 'manual';
      history.pushState(stateWith({ step: view.step, from: entry()?.step }), '');
      history.scrollRestoration = 'auto';
    },
    /** Goes back in the browser's history if the entry before is the step before. */
    back: (): void => {
      if (entry()?.from !== undefined && entry()?.from === view.previous) history.back();
      else view.back();
    },
    stop: () => removeEventListener('popstate', travel),
  };
}
