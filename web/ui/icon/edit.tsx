import { icon } from './icon.tsx'

export const EditIcon = icon(
  <path className="d" d="m5 19 1-4L15.5 5.5l3 3L9 18z" />,
  <path d="m4.75 19.250.9-4.05a1.5 1.5 0 0 1 .4-.73l9-9a1.75 1.75 0 0 1 2.48 0l1 1a1.75 1.75 0 0 1 0 2.48l-9 9a1.5 1.5 0 0 1-.73.4z" />,
  <path d="m13.5 7 3.5 3.5" />,
)
