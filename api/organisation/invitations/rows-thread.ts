import { parentPort, workerData } from 'node:worker_threads'
import { type ListFile, readListRows } from './read-list-rows.ts'

parentPort?.postMessage(readListRows(workerData as ListFile))
