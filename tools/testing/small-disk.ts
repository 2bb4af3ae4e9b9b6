import { execFileSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, open, rename, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres, type Postgres } from '../postgres/postgres.ts'

/** Only root may make a disk of a chosen size; elsewhere there is none to fill. */
export const canFillDisk = process.getuid?.() === 0 && process.platform === 'linux'

/** A PostgreSQL whose data is on a disk of its own, with the write-ahead log elsewhere, as a production should have it. */
export async function postgresOnSmallDisk() {
  const folder = await mkdtemp(join(tmpdir(), 'larkwell-disk-'))
  // PostgreSQL's own account must be able to enter it.
  await chmod(folder, 0o755)
  const [disk, dataDir] = [join(folder, 'disk'), join(folder, 'disk', 'postgres')]
  await mkdir(disk)
  if (canFillDisk) execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=300m,mode=755', 'tmpfs', disk])
  let postgres: Postgres = await startPostgres({ dataDir })
  await postgres.stop()
  await rename(join(dataDir, 'pg_wal'), join(folder, 'pg_wal')).catch(() => moveAcross(dataDir, folder))
  await symlink(join(folder, 'pg_wal'), join(dataDir, 'pg_wal'))
  postgres = await startPostgres({ dataDir })
  const filler = join(disk, 'filler')
  return {
    url: (database: string) => postgres.url(database),
    stop: () => postgres.stop(),
    async start() {
      postgres = await startPostgres({ dataDir })
    },
    fill: () => fill(filler),
    free: () => rm(filler),
    async remove() {
      await postgres.stop()
      if (canFillDisk) execFileSync('umount', [disk])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Between two disks a folder cannot be renamed. */
function moveAcross(dataDir: string, folder: string): void {
  execFileSync('mv', [join(dataDir, 'pg_wal'), folder])
}

async function fill(path: string): Promise<void> {
  const file = await open(path, 'w')
  // The last bytes too: a page of a table is eight kilobytes.
  for (const size of [1_000_000, 4_096, 1]) {
    for (let isFull = false; !isFull;) {
      const { bytesWritten } = await file.write(Buffer.alloc(size)).catch((error: unknown) => {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
        return { bytesWritten: 0 }
      })
      isFull = bytesWritten < size
    }
  }
  await file.close()
}
