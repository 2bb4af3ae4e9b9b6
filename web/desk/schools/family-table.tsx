import { useInfiniteQuery } from '@tanstack/react-query'
import type { FamilyFilter, SchoolFamily, SchoolStanding } from '#contract/staff-school-standing.ts'
import { frequencyWord, tuitionYearName } from '#domain/plan/payment-schedule.ts'
import { regionFacts, type Currency } from '#domain/region.ts'
import type { FamilySetUp } from '#domain/school-standing.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import { Badge, type BadgeTone } from '../../ui/badge/badge.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Bone, Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { failureText } from '../foundation/failure.ts'
import { call } from '../foundation/staff-client.ts'
import { money } from '../foundation/format.ts'
import { FamilyCell } from './family-cell.tsx'
import { Table } from '../../ui/table/table.tsx'

const setUps: Record<FamilySetUp, { label: string; tone: BadgeTone }> = {
  NoPlan: { label: 'No plan', tone: 'neutral' },
  Draft: { label: 'Draft', tone: 'caution' },
  NoMethod: { label: 'No method', tone: 'warning' },
  Identity: { label: 'Identity', tone: 'info' },
  InReview: { label: 'In review', tone: 'info' },
  Ready: { label: 'Ready', tone: 'success' },
}

const pageLength = 50

type FamilyTableProps = {
  school: SchoolStanding
  query: { filter: FamilyFilter; text?: string }
  /** How many there are, where it is known. */
  all: number | null
}

export function FamilyTable({ school, query, all }: FamilyTableProps) {
  const { schoolId } = school
  const pages = useInfiniteQuery({
    queryKey: ['GET /api/staff/schools/:schoolId/families', schoolId, query],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/staff/schools/:schoolId/families', {
        params: { schoolId },
        query: { ...query, limit: String(pageLength), ...(pageParam !== '' && { after: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    // A page that is not full is the last.
    getNextPageParam: (page) => (page.length < pageLength ? undefined : page.at(-1)?.shortId),
  })
  const families = pages.data?.pages.flat() ?? []
  if (pages.isPending)
    return (
      <Skeleton label="Loading the families">
        <Bone height={360} />
      </Skeleton>
    )
  const retry = (
    <Button size="small" look="secondary" onClick={() => void pages.refetch()}>
      Retry
    </Button>
  )
  return (
    <>
      {pages.error && (
        <Alert variant="error" title="The families could not be loaded" action={retry}>
          {failureText(pages.error)}
        </Alert>
      )}
      {pages.data && (
        <section className="card card--flush" aria-label="Families">
          {families.length === 0 ? (
            <p className="schools__none muted">No matching families.</p>
          ) : (
            <Rows families={families} school={school} />
          )}
          <div className="tablefoot">
            <span>{all === null ? `${families.length} shown` : `${families.length} of ${all}`}</span>
            {pages.hasNextPage && (
              <Button
                look="secondary"
                size="small"
                isBusy={pages.isFetchingNextPage}
                onClick={() => void pages.fetchNextPage()}
              >
                Show more
              </Button>
            )}
          </div>
        </section>
      )}
    </>
  )
}

function Rows({ families, school }: { families: readonly SchoolFamily[]; school: SchoolStanding }) {
  const { currency } = regionFacts[school.region]
  return (
    <Table
      look="dense"
      columns={[
        { title: 'Family' },
        { title: 'Students' },
        { title: `Set-up ${tuitionYearName(school.year, school.region)}` },
        { title: 'Current plan' },
        { title: 'Each', isRight: true },
        { title: 'Method' },
        { title: 'Overdue', isRight: true },
      ]}
    >
      {families.map((family) => (
        <FamilyRow key={family.accountId} family={family} currency={currency} />
      ))}
    </Table>
  )
}

function FamilyRow({ family, currency }: { family: SchoolFamily; currency: Currency }) {
  const { plan, overdue } = family
  const setUp = setUps[family.setUp]
  return (
    <tr>
      <td>
        <FamilyCell href={`/families/${family.accountId}`} name={family.familyName} detail={family.shortId} />
      </td>
      <td className="muted schools__students" title={studentsText(family)}>
        {studentsText(family)}
      </td>
      <td>
        <Badge tone={setUp.tone}>{setUp.label}</Badge>
      </td>
      <td className="muted">
        {plan ? `${frequencyWord(plan.frequency)}, ${plan.paid} of ${plan.payments}` : 'None'}
      </td>
      <td className="num right">{plan ? money(plan.each, currency) : '–'}</td>
      <td>{family.methodName ?? <span className="muted">None</span>}</td>
      <td className={overdue > 0 ? 'num right is-late' : 'num right muted'}>{money(overdue, currency)}</td>
    </tr>
  )
}

function studentsText({ students }: SchoolFamily): string {
  return students
    .map(({ firstName, yearLevel, hasOtherPayers }) =>
      [firstName, yearLevel, hasOtherPayers && 'shared with other payers'].filter(Boolean).join(', '),
    )
    .join(' · ')
}
