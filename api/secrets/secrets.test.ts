import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openSecrets } from './secrets.ts'

describe('The secret of an installation', () => {
  let dataDir: string
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'step-by-step-'))
  })
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

  test('it is created once, readable by its owner only, and stays', () => {
    const made = openSecrets({ secretKey: '', dataDir })
    expect(openSecrets({ secretKey: '', dataDir })).toEqual(made)
    expect(readdirSync(dataDir)).toEqual(['secret.key'])
    expect(statSync(join(dataDir, 'secret.key')).mode & 0o777).toBe(0o600)
  })

  test('a configured secret needs no file, and another secret gives other keys', () => {
    const configured = openSecrets({ secretKey: 'a'.repeat(32), dataDir })
    expect(openSecrets({ secretKey: 'b'.repeat(32), dataDir })).not.toEqual(configured)
    expect(readdirSync(dataDir)).toEqual([])
  })

  test('each purpose has a key of its own', () => {
    const keys = Object.values(openSecrets({ secretKey: 'a'.repeat(32), dataDir })).map(key => key.toString('hex'))
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys.every(key => key.length === 64)).toBe(true)
  })

  test('a damaged file is not used', () => {
    writeFileSync(join(dataDir, 'secret.key'), '')
    expect(() => openSecrets({ secretKey: '', dataDir })).toThrow(/damaged/)
  })
})
