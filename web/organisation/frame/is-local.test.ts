import { expect, test } from 'vitest'
import { isLocal } from './is-local.ts'

test('a link to the computer itself opens on no other phone', () => {
  for (const hostname of ['localhost', 'learn.localhost', '127.0.0.1', '[::1]'])
    expect(isLocal(hostname), hostname).toBe(true)
})

test('a link to a name or to an address in the same house opens on phones, too', () => {
  for (const hostname of ['learn.example.org', '192.168.1.20', 'localhost.example.org', 'raspberry.local'])
    expect(isLocal(hostname), hostname).toBe(false)
})
