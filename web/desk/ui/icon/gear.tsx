import { icon } from '../../../ui/icon/icon.tsx'

export const GearIcon = icon(
  <>
    <circle className="d" cx="12" cy="12" r="3.25" /> <circle cx="12" cy="12" r="3.25" />{' '}
    <path d="M12 3.75v2.5M12 17.75v2.5M3.75 12h2.5M17.75 12h2.5M6.17 6.17l1.77 1.77M16.06 16.06l1.77 1.77M17.83 6.17l-1.77 1.77M7.94 16.06l-1.77 1.77" />
  </>,
)
