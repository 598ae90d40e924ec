import type { FurtherType, MakeControl } from '../fields/control.ts';
import { fileControl } from '../fields/file.ts';
import moreStyles from '../fields/further-fields.css';
import matrixStyles from '../fields/matrix.css';
import { matrixControl } from '../fields/matrix.ts';
import { numbersControl } from '../fields/numbers-in-a-row.ts';
import { rankingControl } from '../fields/ranking.ts';
import { amountControl, dateControl, phoneControl, urlControl } from '../fields/typed-inputs.ts';
import texts from '../texts/en-more.json' with { type: 'json' };

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

export { evaluate } from '../../../shared/domain/forms/logic/evaluate.ts';
export { applyTheme } from '../form/apply-theme.ts';
export { endingView } from '../form/ending.ts';
export { progressView } from '../form/progress.ts';
export { stepsHistory } from '../form/steps-history.ts';
export { greet } from '../form/welcome.ts';
export { inlineNodes, markdown } from '../markdown.ts';
export { dropOutdated } from '../send/consents.ts';
export { laterNodes, resume } from '../send/continue-later.ts';
export { evidenceOf } from '../spam/evidence.ts';
export const css = moreStyles + matrixStyles;

export { texts };
