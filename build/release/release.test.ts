import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { billOfMaterials } from './bill-of-materials.ts'
import { tarball, writeChecksums } from './tarball.ts'

const LONG = { timeout: 300_000 }
const TIME = new Date('2026-11-24T06:37:28Z')

test('two machines make the same tarball, and its checksums can be checked', () => {
  const [mine, yours] = [madeAt(1, 0o644, ['b.txt', 'a.txt']), madeAt(2_000_000_000, 0o664, ['a.txt', 'b.txt'])]
  expect(readFileSync(mine)).toEqual(readFileSync(yours))
  const listed = execFileSync('tar', ['-tvzf', mine], { encoding: 'utf8', env: { TZ: 'UTC' } })
  expect(
    listed
      .trim()
      .split('\n')
      .map(line => line.replace(/ +/g, ' ')),
  ).toEqual([
    'drwxr-xr-x 0/0 0 2026-11-24 06:37 app/',
    '-rw-r--r-- 0/0 5 2026-11-24 06:37 app/a.txt',
    '-rw-r--r-- 0/0 5 2026-11-24 06:37 app/b.txt',
    'lrwxr-xr-x 0/0 0 2026-11-24 06:37 app/web -> a.txt',
  ])
  const sums = join(mine, '../SHA256SUMS')
  writeChecksums(sums, [mine])
  const check = () =>
    execFileSync('sha256sum', ['--check', 'SHA256SUMS'], { cwd: join(mine, '..'), encoding: 'utf8', stdio: 'pipe' })
  expect(check()).toBe('app.tar.gz: OK\n')
  writeFileSync(mine, 'another')
  expect(check).toThrow('did NOT match')
})

// npm takes seconds of a processor, so a busy machine needs long.
test('the bill of materials names what runs in production with its digest, and is the same each time', LONG, () => {
  const text = billOfMaterials('.', 'step-by-step', TIME)
  expect(billOfMaterials('.', 'step-by-step', TIME)).toBe(text)
  const { bomFormat, metadata, components } = JSON.parse(text)
  expect([bomFormat, metadata.component.name, metadata.timestamp]).toEqual([
    'CycloneDX',
    'step-by-step',
    '2026-11-24T06:37:28.000Z',
  ])
  const names = components.map(({ group, name }: { group?: string; name: string }) =>
    group ? `${group}/${name}` : name,
  )
  const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  for (const name of Object.keys(dependencies)) expect(names).toContain(name)
  for (const name of ['vitest', '@playwright/test'])
    expect([name in devDependencies, names.includes(name)]).toEqual([true, false])
  const fastify = components.find(({ name }: { name: string }) => name === 'fastify')
  expect(fastify).toMatchObject({ version: dependencies.fastify, licenses: [{ license: { id: 'MIT' } }] })
  expect(fastify.hashes[0].alg).toBe('SHA-512')
})

/** A folder `app` whose files were written at this time, in this order. */
function madeAt(seconds: number, mode: number, names: string[]): string {
  const place = mkdtempSync(join(tmpdir(), 'step-by-step-tarball-'))
  onTestFinished(() => rmSync(place, { recursive: true }))
  const folder = join(place, 'app')
  mkdirSync(folder)
  for (const name of names) {
    writeFileSync(join(folder, name), name)
    chmodSync(join(folder, name), mode)
    utimesSync(join(folder, name), seconds, seconds)
  }
  symlinkSync('a.txt', join(folder, 'web'))
  tarball(folder, join(place, 'app.tar.gz'), TIME)
  return join(place, 'app.tar.gz')
}
