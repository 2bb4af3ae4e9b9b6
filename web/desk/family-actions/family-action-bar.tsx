/** What can be done for a family, in the header of its page. */
export function FamilyActionBar({ accountId }: { accountId: string }) {
  return <span hidden>{accountId}</span>
}
