import type { ImportResult } from '#contract/staff-imports.ts'
import { Card } from '../../../ui/card/card.tsx'
import { DenseTable, type Column } from '../../ui/table/dense-table.tsx'

const shareText = ({ sharePercent, holdsRemainder }: { sharePercent: number; holdsRemainder: boolean }) =>
  sharePercent < 100 && holdsRemainder ? `${sharePercent}%, odd cents` : `${sharePercent}%`

type NewFamily = ImportResult['families'][number]

const columns: Column<NewFamily>[] = [
  { title: 'Family', className: 'semibold', render: ({ name }) => `${name} family` },
  {
    title: 'Students',
    render: ({ students }) =>
      students.map(({ firstName, yearLevel }) => `${firstName}, ${yearLevel}`).join(' · '),
  },
  { title: 'E-mail', className: 'muted', render: ({ email }) => email },
  { title: 'Share', render: ({ students }) => [...new Set(students.map(shareText))].join(' · ') },
]

/** Who comes of the file, to be looked at before it is written. */
export function NewFamilies({ result: { families, made } }: { result: ImportResult }) {
  const all = made['accounts'] ?? families.length
  return (
    <Card
      title="New families"
      isFlush
      aside={<span className="xs muted">{`${families.length} of ${all}`}</span>}
    >
      <DenseTable columns={columns} rows={families} keyOf={({ email }) => email} />
    </Card>
  )
}
