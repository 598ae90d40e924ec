import { patterns } from '../patterns.ts';
import { object } from '../records.ts';

const color = { type: 'string', maxLength: 7, pattern: patterns.color.pattern } as const;

/** The text of the button that sends the form; also in its other languages. */
export const buttonText = {
  type: 'string',
  minLength: 1,
  maxLength: 60,
  pattern: patterns.oneLine.pattern,
  description: 'The button that sends the form; default: “Send” in the visitor’s language.',
} as const;

const picture = (description: string) =>
  object(
    ['image'],
    {
      image: {
        type: 'string',
        maxLength: 56,
        pattern: patterns.imageId.pattern,
        description:
          'An image of the form: `POST /forms/{id}/images/{imageId}`. It is shown from `GET /images/{imageId}`.',
      },
      alt: { type: 'string', maxLength: 300, description: 'What it shows, for people who can’t see it.' },
    },
    description,
  );

export const theme = object(
  [],
  {
    accent: { ...color, description: 'The color of buttons, links and selected options: `#00695c`.' },
    background: {
      type: 'string',
      maxLength: 11,
      pattern: patterns.background.pattern,
      description: 'A color, with which the form is the same in light and dark; or `transparent`: no card of its own.',
    },
    text: { ...color, description: 'The text color. Default: black or white, depending on the background.' },
    font: {
      enum: ['system', 'humanist', 'geometric', 'rounded', 'serif', 'slab', 'mono', 'inherit'],
      description: 'A font family on the visitor’s device. `inherit`: the font of the page around an embed.',
    },
    radius: {
      type: 'integer',
      minimum: 0,
      maximum: 24,
      description: 'The corner radius, in pixels. Default: 8.',
    },
    width: {
      enum: ['narrow', 'medium', 'wide', 'full'],
      description: 'The maximum width: 32, 42 or 56 rem, or all available space. Default: `medium`.',
    },
    density: {
      enum: ['compact', 'comfortable', 'spacious'],
      description: 'The space between questions; `comfortable` by default.',
    },
    buttonText,
    logo: picture('The logo above the title, at most 64 pixels high.'),
    cover: picture('The band above the form, four times as wide as high. It shows the middle of the image.'),
  },
  'The brand of the form, in the embed and on the hosted page. `--fl-` properties of the page around an embed win. Low contrast gives `warnings`.',
);
