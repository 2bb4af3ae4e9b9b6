import { icon } from './icon.tsx'

export const WalletIcon = icon(
  <path className="d" d="M4 8h16v11H4z" />,
  <path d="M17.5 7.75V6.25a1.75 1.75 0 0 0-1.75-1.75h-10a2 2 0 0 0-2 2v10.75a2.5 2.5 0 0 0 2.5 2.5h11.5a2 2 0 0 0 2-2v-8a2 2 0 0 0-2-2H5.5a1.75 1.75 0 0 1-1.65-1.25" />,
  <path d="M16.25 13.75h.01" strokeWidth="2.4" />,
)
