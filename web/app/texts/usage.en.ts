export const en = {
  help: 'Of {organization}, since the first of {month}, in UTC.',
  estimate: 'Estimated cost so far',
  estimateHelp:
    'By the list prices of AWS in us-east-1: {submissions} for submissions, {visits} for visits, {storage} for storage.',
  beside:
    'Besides, a deployment costs about $10 a month whether it is used or not. Files and webhook deliveries are not in it.',
  caption: 'By environment',
  environment: 'Environment',
  forms: 'Forms',
  views: 'Views',
  submissions: 'Submissions',
  partial: 'Partial',
  spam: 'Spam kept out',
  stored: 'Responses stored',
  size: 'Size, about',
} as const;
