import { icon } from '../../../ui/icon/icon.tsx'

export const PeopleIcon = icon(
  <>
    <circle cx="9" cy="8.75" r="3.25" />{' '}
    <path d="M3.25 19c.7-3 2.9-4.5 5.75-4.5s5.05 1.5 5.75 4.5M15.5 5.75a3.25 3.25 0 0 1 0 6M17.25 14.75c1.9.6 3.1 2 3.5 4.25" />
  </>,
)
