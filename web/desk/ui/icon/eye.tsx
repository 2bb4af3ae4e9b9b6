import { icon } from '../../../ui/icon/icon.tsx'

export const EyeIcon = icon(
  <>
    <path
      className="d"
      d="M3 12c2.5-4.3 5.5-6.25 9-6.25s6.5 1.95 9 6.25c-2.5 4.3-5.5 6.25-9 6.25S5.5 16.3 3 12z"
    />{' '}
    <path d="M3 12c2.5-4.3 5.5-6.25 9-6.25s6.5 1.95 9 6.25c-2.5 4.3-5.5 6.25-9 6.25S5.5 16.3 3 12z" />{' '}
    <circle cx="12" cy="12" r="2.75" />
  </>,
)
