import { icon } from './icon.tsx'

export const BillIcon = icon(
  <path className="d" d="M6 4h12v16l-3-2-3 2-3-2-3 2z" />,
  <path d="M6 4.25h12a.5.5 0 0 1 .5.5V20l-3.25-1.9L12 20l-3.25-1.9L5.5 20V4.75a.5.5 0 0 1 .5-.5z" />,
  <path d="M9 9h6M9 13h6" />,
)
