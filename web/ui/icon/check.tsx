import { icon } from './icon.tsx'

export const CheckIcon = icon(<path d="m5 12.75 4.75 4.75L19.25 7" />)
