import { icon } from './icon.tsx'

export const BankIcon = icon(
  <path className="d" d="m3.5 9 8.5-5 8.5 5z" />,
  <path d="M4 9.5 12 4.25l8 5.25zM4.5 19.75h15M6.5 12.5v4.25M10.2 12.5v4.25M13.8 12.5v4.25M17.5 12.5v4.25" />,
)
