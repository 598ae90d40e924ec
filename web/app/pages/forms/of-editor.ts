import { contentNames } from '../../../../shared/domain/forms/content.ts';

/** The properties beside the fields that only the editor changes. */
export const ofEditor = contentNames.filter(name => name !== 'fields' && name !== 'fieldPolicies');
