import type { Check } from './breach.ts';
import { isPhone, isUrl, phoneControl, urlControl } from './fields/address.ts';
import type { MakeControl } from './fields/control.ts';
import { between, dateControl } from './fields/date.ts';
import { fileChecks, fileControl } from './fields/file.ts';
import { matrixChecks, matrixControl } from './fields/matrix.ts';
import { numbersControl } from './fields/numbers-in-a-row.ts';
import { rankingChecks, rankingControl } from './fields/ranking.ts';
import matrixStyles from './matrix.css';
import moreStyles from './more.css';
import texts from './texts/en-more.json' with { type: 'json' };

/** Beyond plain fields: what they are answered with, how that is checked, and how it looks. */
export const controls: Readonly<Record<string, MakeControl>> = {
  phone: phoneControl,
  url: urlControl,
  date: dateControl,
  time: dateControl,
  file: fileControl,
  rating: numbersControl,
  scale: numbersControl,
  matrix: matrixControl,
  ranking: rankingControl,
};

export const checks: Readonly<Record<string, readonly Check[]>> = {
  phone: [isPhone],
  url: [isUrl],
  date: [between],
  time: [between],
  file: fileChecks,
  matrix: matrixChecks,
  ranking: rankingChecks,
};

export { evaluate } from '../../shared/domain/forms/logic/evaluate.ts';
export { dayInWords } from './days.ts';
export { evidenceOf } from './evidence.ts';
export { laterNodes, resumed } from './later.ts';
export { inlineNodes, markdown } from './markdown.ts';
export { progressView } from './progress.ts';
export const css = moreStyles + matrixStyles;

export { texts };
