import { createContext, use, type ReactNode } from 'react'

const Notice = createContext<ReactNode>(null)

/** Gives the pages inside it a notice to show below their titles. */
export const PageNoticeProvider = Notice

/** Where the notice of the frame stands. A page with banners of its own puts it after them. */
export function PageNotice() {
  return use(Notice)
}
