import { defineConfig } from 'vitest/config'
import { isLong } from './tools/testing/long.ts'
import { LongestFirst } from './tools/testing/longest-first.ts'

// A file named x.long.test.ts runs with `--long` only.
const exclude = ['**/node_modules/**', '**/dist/**', 'e2e/**', ...(isLong ? [] : ['**/*.long.test.ts'])]
const tests = (rooms: string) => [`${rooms}/**/*.test.{ts,tsx}`]

export default defineConfig({
  test: {
    // A file waits for the database, for a process or for a retry some of the time; a third one uses that.
    maxWorkers: 3,
    // Files share what they import: loading the server anew for each of them took a third of the time. A test
    // that changes something outside itself puts it back.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // These end what hangs. They are no measure of speed: everything passes on a machine that is busy otherwise.
    testTimeout: 900_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    // Rooms without a database start at once; only the others wait for PostgreSQL.
    projects: [
      { extends: true, test: { name: 'rooms', include: tests('{domain,contract,web,sandbox}'), exclude } },
      {
        extends: true,
        test: {
          name: 'database',
          include: tests('{server,ops,tools}'),
          exclude,
          globalSetup: './tools/testing/postgres.ts',
          setupFiles: ['./tools/testing/only-documented-replies.ts'],
        },
      },
    ],
  },
})
