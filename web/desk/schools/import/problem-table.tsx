import type { ImportResult } from '#contract/staff-imports.ts'
import { Card } from '../../../ui/card/card.tsx'
import '../../../ui/table/table.css'
import '../../ui/table/table.css'

export function ProblemTable({ result: { problems, problemCount } }: { result: ImportResult }) {
  return (
    <Card
      title="What is wrong, by row"
      isFlush
      aside={<span className="xs muted">In the order of the file</span>}
    >
      <div className="tablewrap">
        <table className="table table--dense">
          <thead>
            <tr>
              <th scope="col">Row</th>
              <th scope="col">Column</th>
              <th scope="col">In the file</th>
              <th scope="col">What is wrong</th>
            </tr>
          </thead>
          <tbody>
            {problems.map(({ line, column, cell, problem }) => (
              <tr key={`${line} ${column} ${problem}`}>
                <td className="num">{line}</td>
                <td>{column ?? <span className="muted">The file</span>}</td>
                <td className="mono">{cell === '' ? <span className="muted">Empty</span> : cell}</td>
                <td>{problem}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {problemCount > problems.length && (
        <div className="tablefoot">
          <span>
            The first {problems.length} of {problemCount.toLocaleString('en-AU')} problems
          </span>
        </div>
      )}
    </Card>
  )
}
