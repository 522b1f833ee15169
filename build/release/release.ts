import { execFileSync, spawnSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { migrate } from '../../api/database/migrate.ts'
import { schemaOf } from '../../api/database/releases/schema.ts'
import { addMigrations, lastRelease, unpackLastRelease } from '../../api/database/releases/testing-last-release.ts'
import { openSqlite } from '../../api/database/sqlite.ts'
import { billOfMaterials } from './bill-of-materials.ts'
import { sha256, tarball, writeChecksums } from './tarball.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const NOTED = join(ROOT, 'api/database/releases/last-release.json')
const isTrial = process.argv.includes('--trial')
/** These tests know all tables of their release: a new table of this version fails them. */
const ABOUT_ALL_TABLES = ['api/account/personal-data/owned-tables.test.ts', 'api/database/database.test.ts']

/**
 * Makes a release of the last commit: a tarball with the built front end, its checksums, its bill of materials, and a
 * tag. `--trial` makes the files only, for any commit. docs/development.md says what comes before and after it.
 */
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
const name = `step-by-step-${version}`
const commit = git('rev-parse', 'HEAD')
const time = new Date(Number(git('log', '-1', '--format=%ct')) * 1000)
const folder = join(ROOT, 'dist/releases', version)

if (!isTrial) checkThatItMay()
mkdirSync(folder, { recursive: true })
const file = join(folder, `${name}.tar.gz`)
makeTarball(file)
if (!isTrial) checkThatItIsReproducible(file)
const bom = join(folder, `${name}.cdx.json`)
writeFileSync(bom, billOfMaterials(ROOT, 'step-by-step', time))
writeChecksums(join(folder, 'SHA256SUMS'), [file, bom])
if (!isTrial) {
  git('tag', '--annotate', `v${version}`, '--message', `Step by Step ${version}`)
  await noteTables()
}
console.log(`${readFileSync(join(folder, 'SHA256SUMS'), 'utf8')}\n${folder}${isTrial ? '' : `\n${after()}`}`)

function checkThatItMay(): void {
  const changes = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8')
  if (git('status', '--porcelain') !== '') stop('There are changes that no commit has. Commit them first.')
  if (git('tag', '--list', `v${version}`) !== '')
    stop(`There is a tag v${version} already. Raise "version" in package.json.`)
  if (!changes.split('\n').includes(`## ${version}`))
    stop(`CHANGELOG.md has no heading "## ${version}", or it still says that it is unreleased.`)
  console.log(`The api tests of ${lastRelease.version}, on the tables of ${version}:`)
  const older = unpackLastRelease()
  addMigrations(older)
  const excluded = ABOUT_ALL_TABLES.map(file => `--exclude=${file}`)
  const words = ['node_modules/vitest/vitest.mjs', 'run', '--project=api', '--reporter=dot', ...excluded]
  const { status } = spawnSync(process.execPath, words, { cwd: older, stdio: 'inherit' })
  rmSync(older, { recursive: true })
  if (status !== 0) stop(`${lastRelease.version} would fail beside ${version}: see "Upgrade" in docs/self-hosting.md.`)
}

/** Makes a tarball of the commit's files and of the front end, which is built from them in a temporary folder. */
function makeTarball(file: string): void {
  const place = mkdtempSync(join(tmpdir(), 'step-by-step-release-'))
  const copy = join(place, name)
  mkdirSync(copy)
  execFileSync('tar', ['-x', '-C', copy], {
    input: execFileSync('git', ['archive', commit], { cwd: ROOT, maxBuffer: 2 ** 30 }),
  })
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', 'build/build.ts'], {
    cwd: copy,
    stdio: 'inherit',
  })
  rmSync(join(copy, 'node_modules'))
  nameBuildByCommit(join(copy, 'dist'))
  tarball(copy, file, time)
  rmSync(place, { recursive: true })
}

/**
 * Names the folder of the build by the commit and its time. The build itself would take the time at which it runs, and
 * two builds of one commit would differ. The name begins with the time, so that the newest build can be found.
 */
function nameBuildByCommit(dist: string): void {
  const [build] = readdirSync(join(dist, 'builds')) as [string]
  const named = `${time.toISOString().replace(/\D/g, '')}-${commit.slice(0, 12)}`
  renameSync(join(dist, 'builds', build), join(dist, 'builds', named))
  rmSync(join(dist, 'web'))
  symlinkSync(join('builds', named), join(dist, 'web'), 'dir')
}

function checkThatItIsReproducible(file: string): void {
  const again = `${file}.again`
  makeTarball(again)
  const isSame = sha256(again) === sha256(file)
  rmSync(again)
  if (!isSame) stop('A second build gave another tarball, so nobody could check this one.')
}

/** Notes the tables of this release. From now on, migrations must leave this release what it needs. */
async function noteTables(): Promise<void> {
  const db = openSqlite(':memory:')
  await migrate(db)
  writeFileSync(NOTED, `${JSON.stringify({ version, commit, tables: await schemaOf(db) }, null, 2)}\n`)
  await db.destroy()
}

function after(): string {
  return `Next: commit ${NOTED}, push the tag (git push origin v${version}) and publish these files.`
}

function git(...words: string[]): string {
  return execFileSync('git', words, { cwd: ROOT, encoding: 'utf8' }).trim()
}

function stop(reason: string): never {
  console.error(reason)
  process.exit(1)
}
