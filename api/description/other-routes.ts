export type Json = { [name: string]: unknown }

const filename = { name: 'filename', in: 'path', required: true, schema: { type: 'string' } }

function plain(type: string, operation: Json = {}): Json {
  const responses = {
    200: { description: 'Done', content: { [type]: {} } },
    default: { $ref: '#/components/responses/Error' },
  }
  return { security: [], ...operation, responses }
}

/** Routes that are not in the contract, because no screen calls them with `call`. */
export const OTHER_ROUTES: Record<string, Json> = {
  '/health/live': plain('application/json', { operationId: 'isLive', description: 'The process answers.' }),
  '/health/ready': plain('application/json', { operationId: 'isReady', description: 'Its database answers, too.' }),
  '/health/all': plain('application/json', {
    operationId: 'isAllGood',
    description: 'What the app needs, each good or failing, with the token of METRICS_TOKEN. 503 if one fails.',
    security: [{ metrics: [] }],
  }),
  '/metrics': plain('text/plain', {
    operationId: 'metrics',
    description: 'For Prometheus, with the token of METRICS_TOKEN.',
    security: [{ metrics: [] }],
  }),
  '/openapi.json': plain('application/json', { operationId: 'describe' }),
  '/media/*': plain('*/*', {
    operationId: 'mediaFile',
    description: 'A sound, film or picture of a course. Ranges are served.',
    parameters: [filename],
  }),
  '/org/v1/filmFiles/:digest': plain('video/mp4', {
    operationId: 'filmFile',
    description:
      'A film of a draft as it came. Its signed URL comes from getFilmUrl or getSharedFilm. Ranges are served.',
    parameters: [{ name: 'digest', in: 'path', required: true, schema: { type: 'string' } }],
  }),
  '/:alias/user-content/:filename': plain('audio/mpeg', {
    operationId: 'playRecording',
    description: 'A recording. Its signed URL comes from getRecordingUrl or getVoiceUrl.',
    parameters: [
      { name: 'alias', in: 'path', required: true, schema: { type: 'string' } },
      filename,
      ...['listener', 'expires', 'signature'].map(name => ({ name, in: 'query', schema: { type: 'string' } })),
    ],
  }),
}
