/**
 * A Messages API that passes every criterion, at once or after as many milliseconds as its argument says,
 * as a process of its own: prints its address and serves until it is killed.
 */
import { createServer } from 'node:http';

const delay = Number(process.argv[2] ?? 0);

const server = createServer((request, response) => {
  let text = '';
  request.setEncoding('utf8');
  request.on('data', (chunk) => {
    text += chunk;
  });
  request.on('end', () => {
    const ids = [...text.matchAll(/# Criterion (AC-\d+)/g)].map(([, id]) => id);
    const review = {
      criteria_judgments: ids.map((ac_id) => ({
        ac_id,
        judgment: 'PASS',
        confidence: 0.9,
        reasoning: 'As reported.',
        would_satisfy: '',
      })),
      reasoning: 'All of it is shown.',
      verdict: 'PASS',
      overall_confidence: 0.9,
    };
    const answer = JSON.stringify({
      type: 'message',
      content: [{ type: 'text', text: JSON.stringify(review) }],
      stop_reason: 'end_turn',
      usage: { input_tokens: 1250, output_tokens: 380 },
    });
    setTimeout(() => {
      response.writeHead(200, { 'content-type': 'application/json', 'request-id': 'req_bench' });
      response.end(answer);
    }, delay);
  });
});

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  process.stdout.write(`http://127.0.0.1:${port}\n`);
});
