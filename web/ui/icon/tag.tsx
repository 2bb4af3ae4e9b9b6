import { icon } from './icon.tsx'

export const TagIcon = icon(
  <path className="d" d="M4 4h8l8 8-7.5 7.5L4.5 12z" />,
  <path d="M11.6 4.25H5.5A1.25 1.25 0 0 0 4.25 5.5v6.1c0 .46.180.9.51 1.24l6.66 6.65a1.75 1.75 0 0 0 2.47 0l5.6-5.6a1.75 1.75 0 0 0 0-2.47l-6.65-6.66a1.75 1.75 0 0 0-1.24-.51z" />,
  <path d="M8.25 8.25h.01" strokeWidth="2.4" />,
)
