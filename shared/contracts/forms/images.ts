import type { Contract } from '../contract.ts';
import { reads } from '../operations.ts';
import { object, pathId, record } from '../records.ts';

/** The kinds of pictures that a form can show. No SVG, which can contain scripts, and no animations. */
const contentType = {
  enum: ['image/png', 'image/jpeg', 'image/webp'],
  description: 'No SVG, because it can contain scripts.',
} as const;

const ofForm = object(['id', 'imageId'], {
  id: { type: 'string', description: 'The ID of a form.' },
  imageId: { type: 'string', description: 'The `imageId` of the signed upload.' },
});

export const signImage = {
  ...reads,
  method: 'POST',
  path: '/forms/{id}/images',
  summary: 'Sign the upload of a logo or cover',
  description:
    'Returns a URL for one PUT of the image, with exactly this size and type, within `expiresIn` seconds: send the body with the `headers`. Then call `POST /forms/{id}/images/{imageId}`, and name the image in the form’s `theme`.',
  role: 'editor',
  grants: ['table:read', 'images:sign'],
  params: pathId('The ID of a form.'),
  body: record({
    contentType,
    size: { type: 'integer', minimum: 1, maximum: 1_048_576, description: 'In bytes: at most 1 MB.' },
  }),
  response: record({
    imageId: { type: 'string' },
    uploadUrl: { type: 'string' },
    method: { const: 'PUT' },
    headers: {
      type: 'object',
      description: 'Send these with the image, unchanged.',
      additionalProperties: { type: 'string' },
    },
    expiresIn: { type: 'integer', description: 'The seconds until the link expires.' },
    maxBytes: { type: 'integer', description: 'The largest allowed image.' },
  }),
} as const satisfies Contract;

export const keepImage = {
  ...reads,
  method: 'POST',
  path: '/forms/{id}/images/{imageId}',
  summary: 'Check an uploaded logo or cover, and keep it',
  description:
    'Checks that the upload is what its first bytes say: PNG, JPEG or WebP, up to 4,096 pixels wide and high. The image is then public at `GET /images/{imageId}`, and ends with the form. A form keeps 20 images. One more replaces images older than a day that neither the form, its draft nor its versions name; if there are none, the upload is refused. Repeating it changes nothing. No body.',
  role: 'editor',
  grants: ['table:write', 'images:keep'],
  conflicts: true,
  params: ofForm,
  response: record({
    id: { type: 'string', description: 'The `image` of `theme.logo` or `theme.cover`.' },
    contentType,
    bytes: { type: 'integer' },
    width: { type: 'integer', description: 'In pixels, as stored.' },
    height: { type: 'integer' },
  }),
} as const satisfies Contract;

export const getImage = {
  method: 'GET',
  path: '/images/{imageId}',
  summary: 'Get a logo or cover',
  description:
    'For anyone, and for caches: an image never changes. A deployment with CloudFront may show a deleted one for a day.',
  auth: [],
  // The gateway passes binary replies on only as streams, whatever `Accept` says.
  transport: { streamed: 'small' },
  grants: ['images:show'],
  rateShare: 0.05,
  status: 200,
  cacheControl: 'public, max-age=31536000, s-maxage=86400, immutable',
  params: record({ imageId: { type: 'string', description: 'The `image` of `theme.logo` or `theme.cover`.' } }),
  produces: contentType.enum,
} as const satisfies Contract;

export const images = { signImage, keepImage, getImage } as const;
