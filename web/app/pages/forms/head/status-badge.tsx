import type { Form } from '../../../../../shared/domain/forms/form.ts';
import { Badge, type Tone } from '../../../parts/feedback.tsx';
import { t } from '../../../texts/t.ts';

const tones: Readonly<Record<Form['status'], Tone>> = { live: 'green', draft: 'grey', archived: 'amber' };

export const StatusBadge = ({ status }: { status: Form['status'] }) => <Badge tone={tones[status]}>{t(status)}</Badge>;
