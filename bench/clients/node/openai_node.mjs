// The official JavaScript client against a running server.
import assert from 'node:assert/strict';
import OpenAI from 'openai';

const {TROUPE_URL: url, TROUPE_API_KEY: key, TROUPE_MODEL: model} = process.env;
const PATIENCE_MILLIS = 30_000;
const client = new OpenAI({baseURL: `${url}/v1`, apiKey: key, maxRetries: 0});
const ask = {model, messages: [{role: 'user', content: 'Name three rivers.'}], max_tokens: 24, seed: 7};
const long = {...ask, max_tokens: 2000, ignore_eos: true, stream: true};
const create = (more = {}) => client.chat.completions.create({...ask, ...more});
const text = (reply) => reply.choices[0].message.content;

async function awaitRunning(wanted) {
  const end = Date.now() + PATIENCE_MILLIS;
  for (;;) {
    const ps = await fetch(`${url}/v1/ps`, {headers: {Authorization: `Bearer ${key}`}}).then((reply) => reply.json());
    const running = ps.nodes.reduce((sum, node) => sum + node.load.running_sequences, 0);
    if (wanted(running)) return;
    assert(Date.now() < end, `${running} sequences run after ${PATIENCE_MILLIS} ms`);
    await new Promise((resume) => setTimeout(resume, 20));
  }
}

async function all(stream) {
  const chunks = [];
  for await (const chunk of stream) chunks.push(chunk);
  return chunks;
}

async function refused(kind, code, call) {
  try {
    await call();
  } catch (error) {
    assert(error instanceof kind, `${error.constructor.name} was raised, not ${kind.name}`);
    assert.equal(error.code, code);
    return error.message;
  }
  throw new Error(`${kind.name} was not raised`);
}

const checks = [
  ['models', async () => {
    const names = (await client.models.list()).data.map((one) => one.id);
    assert.equal((await client.models.retrieve(model)).id, names[0]);
  }],
  ['chat', async () => {
    const reply = await create();
    assert(text(reply).length > 0);
    assert.equal(reply.usage.prompt_tokens + reply.usage.completion_tokens, reply.usage.total_tokens);
    return `${reply.usage.completion_tokens} tokens, ${reply.choices[0].finish_reason}`;
  }],
  ['stream = whole', async () => {
    const chunks = await all(await create({stream: true}));
    assert.equal(chunks.map((chunk) => chunk.choices[0].delta.content ?? '').join(''), text(await create()));
    return `${chunks.length} events`;
  }],
  ['usage in a stream', async () => {
    const chunks = await all(await create({stream: true, stream_options: {include_usage: true}}));
    const last = chunks.pop();
    assert(chunks.every((chunk) => chunk.usage === null), 'an event before the last has usage');
    assert.deepEqual(last.choices, []);
    assert.deepEqual(last.usage.completion_tokens, (await create()).usage.completion_tokens);
  }],
  ['stream helper', async () => {
    const stream = client.chat.completions.stream(ask);
    assert.equal(await stream.finalContent(), text(await create()));
  }],
  ['seeds', async () => {
    assert.equal(text(await create()), text(await create()));
    assert.notEqual(text(await create()), text(await create({seed: 8})));
  }],
  ['n = 2', async () => {
    const two = await create({n: 2});
    assert.deepEqual(two.choices.map((choice) => choice.index), [0, 1]);
    assert.equal(text(two), text(await create()));
    assert.notEqual(two.choices[0].message.content, two.choices[1].message.content);
  }],
  ['logprobs of a completion', async () => {
    const reply = await client.completions.create({model, prompt: 'The sky is', max_tokens: 8, logprobs: 2, seed: 7});
    const {tokens, token_logprobs: scores, top_logprobs: top} = reply.choices[0].logprobs;
    assert.deepEqual([tokens.length, scores.length, top.length], Array(3).fill(reply.usage.completion_tokens));
  }],
  ['abort of a stream', async () => {
    const stream = await client.chat.completions.create(long);
    for await (const _ of stream) break; // which aborts it
    await awaitRunning((running) => running === 0);
    const other = await client.chat.completions.create(long);
    await awaitRunning((running) => running > 0);
    other.controller.abort();
    await awaitRunning((running) => running === 0);
  }],
  ['401', () => refused(OpenAI.AuthenticationError, 'invalid_api_key', () =>
    new OpenAI({baseURL: `${url}/v1`, apiKey: 'sk-nobody', maxRetries: 0}).models.list())],
  ['404', () => refused(OpenAI.NotFoundError, 'model_not_found', () => create({model: 'nobody'}))],
  ['400', () => refused(OpenAI.BadRequestError, 'invalid_request', () => create({temperature: 3}))],
  ['400 in a stream', () => refused(OpenAI.BadRequestError, 'invalid_request', () => create({top_p: 0, stream: true}))],
  ['429', async () => {
    const many = [];
    for (const seed of [1, 2]) many.push(await client.chat.completions.create({...long, n: 128, seed}));
    try {
      return await refused(OpenAI.RateLimitError, 'overloaded', create);
    } finally {
      many.forEach((stream) => stream.controller.abort());
      await awaitRunning((running) => running === 0);
    }
  }],
];

let failed = false;
for (const [name, check] of checks) {
  try {
    console.log(['ok', 'openai-node', name, (await check()) ?? ''].join('\t'));
  } catch (error) {
    failed = true;
    console.log(['FAIL', 'openai-node', name, String(error).replaceAll('\n', ' ')].join('\t'));
  }
}
process.exitCode = failed ? 1 : 0;
