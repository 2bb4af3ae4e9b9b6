import { useLocation } from 'wouter'
import type { ReviewPage } from '#contract/staff-review-page.ts'

/** From one question to the next of its kind; after the last one to Today. Back leads to where one came from. */
export function useGoOn(path: '/reviews' | '/approvals', { nextId }: Pick<ReviewPage['place'], 'nextId'>) {
  const [, navigate] = useLocation()
  const goTo = (id: string) => navigate(`${path}/${id}`, { replace: true })
  return { goTo, goOn: () => (nextId === null ? navigate('/') : goTo(nextId)) }
}
