import type { ImportResult } from '#contract/staff-imports.ts'
import { Card } from '../../../ui/card/card.tsx'
import { Table } from '../../../ui/table/table.tsx'
import '../../ui/table/table.css'

const columns = [{ title: 'Family' }, { title: 'Students' }, { title: 'E-mail' }, { title: 'Share' }]

/** Who comes of the file, to be looked at before it is written. */
export function NewFamilies({ result: { families, made } }: { result: ImportResult }) {
  const all = made['accounts'] ?? families.length
  return (
    <Card
      title="New families"
      isFlush
      aside={<span className="xs muted">{`${families.length} of ${all}`}</span>}
    >
      <Table look="dense" columns={columns}>
        {families.map(({ name, email, students }) => (
          <tr key={email}>
            <td className="semibold">{name} family</td>
            <td>{students.map(({ firstName, yearLevel }) => `${firstName}, ${yearLevel}`).join(' · ')}</td>
            <td className="muted">{email}</td>
            <td>{[...new Set(students.map(shareText))].join(' · ')}</td>
          </tr>
        ))}
      </Table>
    </Card>
  )
}

const shareText = ({ sharePercent, holdsRemainder }: { sharePercent: number; holdsRemainder: boolean }) =>
  sharePercent < 100 && holdsRemainder ? `${sharePercent}%, odd cents` : `${sharePercent}%`
