import type { FieldType } from '../model/draft.ts';

/** Outlines on a grid of 24, like the dashboard's icons. */
const paths: Readonly<Record<FieldType, string>> = {
  text: 'M4 9h16v6H4zM7 12h4',
  textarea: 'M4 5h16v14H4zM7 9h10M7 12h10M7 15h5',
  email: 'M3 6h18v12H3zM3 7l9 7 9-7',
  number: 'M9 4L7 20M17 4l-2 16M4 9h16M4 15h16',
  currency: 'M17 6a7 7 0 1 0 0 12M4 10h9M4 14h9',
  phone: 'M6 3h4l2 5-3 2a12 12 0 0 0 5 5l2-3 5 2v4a2 2 0 0 1-2 2A17 17 0 0 1 4 5a2 2 0 0 1 2-2z',
  url: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
  date: 'M4 6h16v14H4zM4 10h16M8 3v5M16 3v5',
  time: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3 3',
  file: 'M12 16V5M8 9l4-4 4 4M4 15v5h16v-5',
  select: 'M4 7h16v10H4zM14 11l2 2 2-2',
  radio: 'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM12 14a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  multiselect: 'M4 4h7v7H4zM5 7l2 2 3-3M14 7h7M4 14h7v7H4zM14 17h7',
  ranking: 'M10 6h11M10 12h11M10 18h11M4 5l1-1v5M3 12h3l-3 4h3',
  matrix: 'M4 4h16v16H4zM4 9h16M4 15h16M10 4v16M15 4v16',
  rating: 'M12 3l3 6 6 1-4.5 4.5 1 6.5-5.5-3-5.5 3 1-6.5L3 10l6-1z',
  scale: 'M3 12h18M5 8v8M12 8v8M19 8v8',
  checkbox: 'M4 4h16v16H4zM8 12l3 3 5-6',
  consent: 'M12 3l8 3v6c0 5-3.5 8-8 9-4.5-1-8-4-8-9V6zM8 12l3 3 5-6',
  statement: 'M4 6h16M4 10h16M4 14h16M4 18h9',
  page: 'M4 8V3h16v5M4 16v5h16v-5M3 12h3M10 12h4M18 12h3',
  hidden: 'M3 3l18 18M10 5a10 10 0 0 1 12 7 12 12 0 0 1-3 4M6 7a12 12 0 0 0-4 5c2 4 6 7 10 7a10 10 0 0 0 5-1',
  calculated: 'M6 3h12v18H6zM9 7h6M9 12h.01M12 12h.01M15 12h.01M9 16h.01M12 16h.01M15 16h.01',
};

/** A decorative icon, because the name of the type is beside it. */
export const TypeIcon = ({ type }: { type: FieldType }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={paths[type]} />
  </svg>
);
