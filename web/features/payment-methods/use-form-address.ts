import { useLocation, useSearch } from 'wouter'

const list = '/manage-payments'
const form = `${list}?add`

type Entry = { isFromList?: boolean } | null

/** The form has its own address, so that Back, in the browser or on the page, leads to the list. */
export function useFormAddress() {
  const isOpen = new URLSearchParams(useSearch()).has('add')
  const [, navigate] = useLocation()
  return {
    isOpen,
    open: () => navigate(form, { state: { isFromList: true } satisfies Entry }),
    /** Steps back where the list is the entry before; after a direct visit, it replaces the form with the list. */
    leave: () => {
      if ((history.state as Entry)?.isFromList) history.back()
      else navigate(list, { replace: true })
    },
    leaveFor: (path: string) => navigate(path, { replace: true }),
  }
}
