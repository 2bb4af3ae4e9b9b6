import { useLocation } from 'wouter'
import type { ReviewPage } from '#contract/staff-review-page.ts'

/** From one question to the next of its kind; after the last one to Today. Back leads to where one came from. */
export function useGoOn({ place }: Pick<ReviewPage, 'place'>) {
  const [, navigate] = useLocation()
  const goTo = (id: string) => navigate(`/reviews/${id}`, { replace: true })
  return {
    goTo,
    goOn: () => (place.nextId === null ? navigate('/') : goTo(place.nextId)),
  }
}
