import { icon } from './icon.tsx'

export const PartyIcon = icon(
  <>
    <path className="d" d="m9 9 6 6-10.5 4.5z" />
    <path d="m8.7 8.9 6.4 6.4-9.9 4.2a.6.6 0 0 1-.8-.8zM14 6.5c1.5-.5 1.5-2 .75-3M17.5 10c.5-1.5 2-1.5 3-.75M16 8l3.5-3.5M12.5 5h.01M19 13h.01" />
  </>,
)
