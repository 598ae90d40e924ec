const condition = {
  type: 'object',
  description:
    'A condition on answers to fields before this one: `{"field": "pet", "op": "eq", "value": "dog"}`, or `{"all": […]}`, `{"any": […]}`, `{"not": …}` of conditions, up to five deep. `op` by the type of the field: `answered`, `empty` for all; `eq`, `ne`, `contains`, `startsWith`, `endsWith` for texts; `eq`, `ne`, `lt`, `lte`, `gt`, `gte` for numbers, ratings, scales, dates, times and calculated fields; `eq`, `ne`, `in` for one choice, `includesAny`, `includesAll` for several; `eq` for a `checkbox` and a `consent`. Choices are compared by their values. 50 conditions a field, 1,000 a form.',
} as const;

/** The conditions that show or require a field, and the formula of a calculated one. */
export const logic = {
  visibleIf: {
    ...condition,
    description: `If false, the field is hidden: not shown, not required, without an answer for other conditions. A hidden \`page\` hides all its fields. ${condition.description}`,
  },
  requiredIf: { ...condition, description: `If true, the field is required. ${condition.description}` },
  compute: {
    type: 'object',
    description:
      'For a `calculated` field, and required there: a formula of fields before this one. `{"op": "*", "args": […]}` with `+`, `-`, `*`, `/`, `min`, `max`, or `round` (to as many digits as its second argument says); `{"field": "seats", "else": 0}` a numeric answer; `{"score": "plan", "values": {"Basic": 10}, "else": 0}` the number of a choice, of several the sum; `{"if": condition, "then": …, "else": …}`; or a number. Up to 64 parts. Without an answer that it needs, and without an `else`, the field has no result. The service computes and stores it, whatever is sent.',
  },
} as const;
