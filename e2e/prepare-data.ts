import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { flushCompileCache } from 'node:module'
import type { AddressInfo } from 'node:net'
import { AuthEmulator } from '../testing/firebase-emulator/auth-emulator.ts'
import { Server } from './server.ts'

/** Prepares what all workers of this run share. */
export default async function prepareData(): Promise<() => Promise<void>> {
  // The journeys are loaded here first, and each worker loads them from the cache.
  flushCompileCache()
  const dataDir = await importCourses()
  const endEmulator = await offerEmulator()
  return async () => {
    await endEmulator()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Imports the demo courses once: each server of this run begins with a copy of this data. */
async function importCourses(): Promise<string> {
  const server = new Server()
  await server.start()
  await server.stop()
  process.env.PREPARED_DATA = server.dataDir
  return server.dataDir
}

/**
 * Firebase's Auth Emulator takes seconds of processor time to start. The first worker that asks for its URL starts it,
 * and the others use the same one.
 */
async function offerEmulator(): Promise<() => Promise<void>> {
  const emulator = new AuthEmulator()
  let started: Promise<void> | undefined
  const door = createServer(async (_request, response) => {
    started ??= emulator.start()
    await started.then(
      () => response.end(emulator.origin),
      error => response.writeHead(500).end(String(error)),
    )
  }).listen(0, '127.0.0.1')
  await once(door, 'listening')
  process.env.EMULATOR_DOOR = `http://127.0.0.1:${(door.address() as AddressInfo).port}`
  return async () => {
    door.close()
    await emulator.stop()
  }
}
