import type { Challenge } from 'altcha-lib/types'
import { ApiError } from '../../../contract/calls/api-error.ts'
import { type EnteredCode, getChallenge, getGuessChallenge } from '../../../contract/sign-in/phone.ts'
import { callSignedOut } from '../../api.ts'
import { ownScript } from '../../ui/own-script.ts'
import workerUrl from './challenge-worker.ts?worker&url'

/** The server accepts a solution for ten minutes; after that a new one is needed. */
const GOOD_FOR_MS = 8 * 60_000

type Attempt = { startedAt: number; proof: Promise<string> }

let attempt: Attempt | undefined

/** Solves the bot check in the background, early enough that nobody waits for it. */
export function startBotCheck(): void {
  void botCheckSolution().catch(() => {})
}

export function botCheckSolution(): Promise<string> {
  const isGood = attempt !== undefined && Date.now() - attempt.startedAt < GOOD_FOR_MS
  return isGood ? (attempt as Attempt).proof : begin()
}

/** A solution works for one code, and for none after an error. */
export function resetBotCheck(): void {
  attempt = undefined
}

function begin(): Promise<string> {
  const begun = { startedAt: Date.now(), proof: solve() }
  attempt = begun
  begun.proof.catch(() => {
    if (attempt === begun) attempt = undefined
  })
  return begun.proof
}

/**
 * Enters a code. After many wrong ones from one network the server asks for a harder challenge, which is solved in the
 * background, too.
 */
export async function withBotCheck<T>(entered: EnteredCode, send: (entered: EnteredCode) => Promise<T>): Promise<T> {
  return send(entered).catch(async apiError => {
    if (!(apiError instanceof ApiError) || apiError.code !== 'auth/bot-check-required') throw apiError
    const { verificationId } = entered
    const solution = await solutionOf(await callSignedOut(getGuessChallenge, { query: { verificationId } }))
    return send({ ...entered, solution })
  })
}

async function solve(): Promise<string> {
  return solutionOf(await callSignedOut(getChallenge, {}))
}

async function solutionOf(answer: object): Promise<string> {
  const challenge = answer as Challenge
  return (await solveInWorker(challenge).catch(() => '')) || solveHere(challenge).catch(notSolved)
}

/** Solves the challenge in the page. That slows a person who is typing, but it works without workers. */
async function solveHere(challenge: Challenge): Promise<string> {
  const { solutionOf } = await import('./solve-challenge.ts')
  return solutionOf(challenge)
}

function notSolved(): never {
  throw new ApiError('auth/captcha-check-failed')
}

async function solveInWorker(challenge: Challenge): Promise<string> {
  const worker = new Worker(ownScript(workerUrl), { type: 'module' })
  try {
    return await new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data)
      worker.onerror = reject
      worker.postMessage(challenge)
    })
  } finally {
    worker.terminate()
  }
}
