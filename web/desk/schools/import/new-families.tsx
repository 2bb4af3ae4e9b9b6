import type { ImportResult } from '#contract/staff-imports.ts'
import { Card } from '../../../ui/card/card.tsx'
import '../../../ui/table/table.css'
import '../../ui/table/table.css'

/** Who comes of the file, to be looked at before it is written. */
export function NewFamilies({ result: { families, made } }: { result: ImportResult }) {
  const all = made['accounts'] ?? families.length
  return (
    <Card
      title="New families"
      isFlush
      aside={<span className="xs muted">{`${families.length} of ${all}`}</span>}
    >
      <div className="tablewrap">
        <table className="table table--dense">
          <thead>
            <tr>
              <th scope="col">Family</th>
              <th scope="col">Students</th>
              <th scope="col">E-mail</th>
              <th scope="col">Share</th>
            </tr>
          </thead>
          <tbody>
            {families.map(({ name, email, students }) => (
              <tr key={email}>
                <td className="semibold">{name} family</td>
                <td>
                  {students.map(({ firstName, yearLevel }) => `${firstName}, ${yearLevel}`).join(' · ')}
                </td>
                <td className="muted">{email}</td>
                <td>{[...new Set(students.map(shareText))].join(' · ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  )
}

const shareText = ({ sharePercent, holdsRemainder }: { sharePercent: number; holdsRemainder: boolean }) =>
  sharePercent < 100 && holdsRemainder ? `${sharePercent}%, odd cents` : `${sharePercent}%`
