import { icon } from './icon.tsx'

export const CardIcon = icon(
  <path className="d" d="M3 9.5h18v8a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2z" />,
  <rect x="2.75" y="5" width="18.5" height="14" rx="2.5" />,
  <path d="M2.75 9.5h18.5M6.5 15h3.5" />,
)
