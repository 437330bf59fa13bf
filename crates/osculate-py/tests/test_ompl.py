"""The motion validator of docs/python.md, in a plan of OMPL, where its wheel is installed."""

from pathlib import Path

import numpy as np
import pytest
from osculate import Environment, Hull, Robot

ompl = pytest.importorskip("ompl", reason="ompl is not installed")


def validator():
    page = (Path(__file__).parents[3] / "docs/python.md").read_text()
    blocks = [block.split("```")[0] for block in page.split("```python\n")[1:]]
    names = {}
    exec(next(block for block in blocks if "MotionValidator" in block), names)
    return names["Proven"]


def test_a_plan_of_proven_edges(tmp_path):
    from ompl import base, geometric

    path = tmp_path / "point.urdf"
    # A ball on two sliders: what a planner sees of it is a point in a plane.
    path.write_text(
        '<robot name="point"><link name="world"/><link name="cart"/>'
        '<link name="ball"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>'
        '<joint name="x" type="prismatic"><parent link="world"/><child link="cart"/><axis xyz="1 0 0"/><limit lower="-2" upper="2"/></joint>'
        '<joint name="y" type="prismatic"><parent link="cart"/><child link="ball"/><axis xyz="0 1 0"/><limit lower="-2" upper="2"/></joint></robot>'
    )
    robot = Robot.from_urdf(path)
    # A wall that is thinner than a validator samples, and leaves a way around it.
    wall = Environment({"wall": (Hull.box([0.001, 1.5, 1.0]), [0, -0.5, 0, 0, 0, 0, 1])})
    space = base.RealVectorStateSpace(2)
    bounds = base.RealVectorBounds(2)
    bounds.setLow(-2)
    bounds.setHigh(2)
    space.setBounds(bounds)
    setup = geometric.SimpleSetup(space)
    information = setup.getSpaceInformation()
    at = lambda state: [state[0], state[1]]
    setup.setStateValidityChecker(lambda state: robot.is_free(at(state), at(state), wall))
    proven = validator()(information, robot, wall)
    information.setMotionValidator(proven)
    states = [space.allocState(), space.allocState()]
    for state, x in zip(states, [-1.0, 1.0]):
        state[0], state[1] = x, 0.0
    assert not proven.checkMotion(*states)
    setup.setStartAndGoalStates(*states)
    setup.setPlanner(geometric.RRTConnect(information))
    assert setup.solve(20.0)
    found = setup.getSolutionPath().getStates()
    points = np.array([at(state) for state in found])
    assert len(points) > 2 and robot.is_free(points[:-1], points[1:], wall).all()
