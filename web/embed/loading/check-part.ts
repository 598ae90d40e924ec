import styles from '../form/faults.css';

export { brokenRule, explain, faultOf, kindsOf } from '../fields/checks.ts';
export { summaryView } from '../form/fault-summary.ts';
export { reveal } from '../form/reveal.ts';
export { takeOver } from '../form/take-over.ts';
export { readsAgain } from '../send/consents.ts';
export { changesOf, savesOf } from '../send/saves.ts';

/** The styles of faults and of the thank-you message. */
export const checksCss = styles;
