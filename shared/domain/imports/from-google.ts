import type { Field } from '../fields/field.ts';
import {
  choicesOf,
  type Foreign,
  FormImport,
  type ImportedForm,
  listOf,
  numberOf,
  objectOf,
  ownOf,
  positiveOf,
  textOf,
} from './foreign-form.ts';

type NewField = Omit<Field, 'id'>;

/**
 * Imports a form in the format of `forms.get` of the Google Forms API.
 * https://developers.google.com/workspace/forms/api/reference/rest/v1/forms
 */
export function fromGoogle(source: unknown): ImportedForm {
  const form = objectOf(source);
  const made = new FormImport();
  const { description } = form.info ?? {};
  if (textOf(description)) made.add('description', { type: 'statement', text: description });
  for (const [index, item] of listOf(form.items).entries()) addItem(made, item ?? {}, `items[${index}]`);
  return made.finish(form.info?.title ?? form.info?.documentTitle);
}

function addItem(made: FormImport, item: Foreign, path: string): void {
  const { title, description, questionItem, questionGroupItem, pageBreakItem, textItem } = item;
  const label = textOf(title);
  if (pageBreakItem) made.add(item.itemId ?? 'page', { type: 'page', label });
  else if (textItem)
    made.add(item.itemId ?? 'text', { type: 'statement', label, text: textOf(description) ?? label ?? '–' });
  else if (questionGroupItem) addGrid(made, item, path);
  else if (questionItem?.question) addQuestion(made, { ...item, label }, path);
  else made.warn(path, 'a picture, a film or an unknown item was left out');
}

function addQuestion(made: FormImport, { label, description, questionItem }: Foreign, path: string): void {
  const { question, image } = questionItem;
  const field = fieldOf(question);
  if (!field) {
    made.warn(path, 'a question of this kind has no counterpart, and was left out');
    return;
  }
  if (image) made.warn(`${path}.questionItem.image`, 'pictures were left out');
  for (const fault of lostIn(question)) made.warn(path, fault);
  const required = question.required ? { required: true } : {};
  made.add(question.questionId, { ...field, label, help: textOf(description), ...required });
}

/** Returns the settings of a question that its field cannot have. */
function lostIn({ choiceQuestion, dateQuestion, timeQuestion, grading }: Foreign): string[] {
  const jumps = listOf(choiceQuestion?.options).some(({ goToAction, goToSectionId }) => goToAction || goToSectionId);
  return [
    ...(jumps ? ['options that lead to sections do so no longer: set up visibleIf by hand'] : []),
    ...(dateQuestion?.includeTime ? ['the time of the date is not asked for'] : []),
    ...(timeQuestion?.duration ? ['a duration is asked for as a time'] : []),
    ...(grading ? ['points and right answers of a quiz were left out'] : []),
  ];
}

const typeOfChoice: Readonly<Record<string, 'radio' | 'multiselect' | 'select'>> = {
  RADIO: 'radio',
  CHECKBOX: 'multiselect',
  DROP_DOWN: 'select',
};

/** The file types by Google's names; `ANY` is everything. */
const kindsOfFile: ReadonlyMap<unknown, readonly string[]> = new Map([
  ['DOCUMENT', ['.doc', '.docx', '.odt', '.rtf', '.txt']],
  ['PRESENTATION', ['.ppt', '.pptx', '.odp']],
  ['SPREADSHEET', ['.xls', '.xlsx', '.ods', '.csv']],
  ['DRAWING', ['.svg', '.odg']],
  ['PDF', ['.pdf']],
  ['IMAGE', ['image/*']],
  ['VIDEO', ['video/*']],
  ['AUDIO', ['audio/*']],
]);

function filesOf({ maxFiles, maxFileSize, types }: Foreign): NewField {
  const accept = listOf(types).flatMap(type => kindsOfFile.get(type) ?? []);
  const rules = { accept: accept.length > 0 ? accept : undefined, maxBytes: positiveOf(maxFileSize) };
  return { type: 'file', validate: { ...rules, maxFiles: numberOf(maxFiles) } };
}

function fieldOf(question: Foreign): NewField | undefined {
  const { choiceQuestion, textQuestion, scaleQuestion, ratingQuestion, dateQuestion, timeQuestion } = question;
  if (textQuestion) return { type: textQuestion.paragraph ? 'textarea' : 'text' };
  if (dateQuestion) return { type: 'date' };
  if (timeQuestion) return { type: 'time' };
  if (ratingQuestion) return { type: 'rating', validate: { max: numberOf(ratingQuestion.ratingScaleLevel) } };
  if (scaleQuestion) {
    const { low = 0, high, lowLabel, highLabel } = scaleQuestion;
    const labels = { lowLabel: textOf(lowLabel), highLabel: textOf(highLabel) };
    return { type: 'scale', ...labels, validate: { min: numberOf(low), max: numberOf(high) } };
  }
  if (question.fileUploadQuestion) return filesOf(question.fileUploadQuestion);
  const type = ownOf(typeOfChoice, choiceQuestion?.type);
  if (!type) return undefined;
  const options = listOf(choiceQuestion.options);
  return {
    type,
    options: choicesOf(options.map(({ value }) => value)),
    ...(options.some(({ isOther }) => isOther) && { other: true }),
  };
}

function addGrid(made: FormImport, { title, itemId, questionGroupItem }: Foreign, path: string): void {
  const { questions, grid } = questionGroupItem;
  if (grid?.columns?.type === 'CHECKBOX') made.warn(path, 'a row of a matrix takes one answer, and took several');
  made.add(itemId ?? 'grid', {
    type: 'matrix',
    label: textOf(title),
    rows: choicesOf(listOf(questions).map(({ rowQuestion }) => rowQuestion?.title)),
    columns: choicesOf(listOf(grid?.columns?.options).map(({ value }) => value)),
    ...(listOf(questions).every(({ required }) => required) && { required: true }),
  });
}
