import { createContext, use, type ReactNode } from 'react'

const Notice = createContext<ReactNode>(null)

/** Provides pages with a notice to show below their titles. */
export const PageNoticeProvider = Notice

/** Where the frame's notice is shown. A page with its own banners puts it after them. */
export function PageNotice() {
  return use(Notice)
}
