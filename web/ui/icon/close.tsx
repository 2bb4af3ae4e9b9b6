import { icon } from './icon.tsx'

export const CloseIcon = icon(<path d="m6 6 12 12M18 6 6 18" />)
