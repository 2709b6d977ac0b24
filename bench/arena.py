"""Arena: a level against styles that the engine does not know: python -m bench.arena [--pairs 300] [--seed 201].

Whole games. Every deal is played twice with the seats changed; +- is 95 % over the pairs. ``--level`` chooses the
level, by default the best, and ``--style`` one of the styles of ``bench.arena_styles``.
"""

import argparse
import os
import sys
from pathlib import Path

# One core for numpy, as in the engine's processes.
os.environ["OPENBLAS_NUM_THREADS"] = "1"

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.arena_styles import STYLES
from bench.engine_matches import LevelPlayer, play_match
from games.engine.levels import LEVELS, LEVELS_BY_KEY


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--level", choices=list(LEVELS_BY_KEY), default=LEVELS[-1].key)
    parser.add_argument("--style", choices=list(STYLES), action="append", help="by default all styles")
    parser.add_argument("--pairs", type=int, default=300)
    parser.add_argument("--seed", type=int, default=201)
    chosen = parser.parse_args()
    player = LevelPlayer(LEVELS_BY_KEY[chosen.level])
    for name in chosen.style or STYLES:
        result = play_match(player, STYLES[name], chosen.pairs, chosen.seed, perfect=False)
        print(f"{chosen.level} against {name}: {result}", flush=True)
    print(player.format_cpu())


if __name__ == "__main__":
    main()
