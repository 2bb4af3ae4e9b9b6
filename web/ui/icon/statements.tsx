import { icon } from './icon.tsx'

export const StatementsIcon = icon(
  <path className="d" d="M6 4h7.5L18 8.5V20H6z" />,
  <path d="M13.25 3.75H7.5A1.75 1.75 0 0 0 5.75 5.5v13a1.75 1.75 0 0 0 1.75 1.75h9a1.75 1.75 0 0 0 1.75-1.75V8.75z" />,
  <path d="M13.25 3.75v3.5a1.5 1.5 0 0 0 1.5 1.5h3.5" />,
  <path d="M9 13h6M9 16.5h4" />,
)
