import { phoneControl, urlControl } from './fields/address.ts';
import { amountControl } from './fields/amount.ts';
import type { FurtherType, MakeControl } from './fields/control.ts';
import { dateControl } from './fields/date.ts';
import { fileControl } from './fields/file.ts';
import { matrixControl } from './fields/matrix.ts';
import { numbersControl } from './fields/numbers-in-a-row.ts';
import { rankingControl } from './fields/ranking.ts';
import matrixStyles from './matrix.css';
import moreStyles from './more.css';
import texts from './texts/en-more.json' with { type: 'json' };

/** The controls and styles beyond plain fields. */
export const controls: Readonly<Record<FurtherType, MakeControl>> = {
  currency: amountControl,
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

export { evaluate } from '../../shared/domain/forms/logic/evaluate.ts';
export { dropOutdated } from './consents.ts';
export { endOf } from './end.ts';
export { evidenceOf } from './evidence.ts';
export { greet } from './greet.ts';
export { laterNodes, resumed } from './later.ts';
export { inlineNodes, markdown } from './markdown.ts';
export { progressView } from './progress.ts';
export { stepsHistory } from './steps-history.ts';
export { dress } from './themed.ts';
export const css = moreStyles + matrixStyles;

export { texts };
