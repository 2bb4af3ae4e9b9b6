import { queryClient } from '../../api/query-client.ts'

/** The queries that show a plan and are reloaded when it has changed. */
const namesOfPlan = [
  'plan-material',
  'methods-of-payment',
  'overview',
  'explanation',
  'repayment-details',
  'care',
]

/** Everything that shows the plan reads it again. Ends when what is on the screen is new. */
export async function readPlanAgain(accountId: string): Promise<void> {
  await Promise.all(namesOfPlan.map((name) => queryClient.invalidateQueries({ queryKey: [name, accountId] })))
}
